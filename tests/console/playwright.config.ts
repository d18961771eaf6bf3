import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../target/console/results',
  reporter: process.env.CI ? 'line' : 'list',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A machine that also compiles is slow now and then.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  projects: [
    { name: 'tests', testMatch: /.*\.spec\.ts/ },
    { name: 'screenshots', testMatch: /screenshots\.ts/ },
  ],
  use: {
    baseURL: process.env.CONSOLE_URL,
    viewport: { width: 1280, height: 800 },
    // A trace is a picture of every frame: half of the browser's work. CONSOLE_TRACE=1 keeps those of tests that fail.
    trace: process.env.CONSOLE_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync'],
    },
  },
});
