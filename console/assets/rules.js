// Approval rules: the matrix, the editor in words, simulation, proof and replay.
