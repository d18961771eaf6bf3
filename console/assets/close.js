// The close cockpit: periods by sub-ledgers, what bars a close, closing and reopening.
