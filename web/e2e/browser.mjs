/* The browser that the tests play in. */

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Chromium as Debian has it for programs: the same page engine without the windows around it, at half the processor time. */
const HEADLESS = '/usr/bin/chromium-headless-shell';

const ARGUMENTS = [
  '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
  // A page whose headers a test has changed counts as one from afar, and might not speak to this machine.
  '--disable-features=LocalNetworkAccessChecks',
];

/** CHROMIUM names another one. */
export function launch() {
  const executablePath = process.env.CHROMIUM ?? (existsSync(HEADLESS) ? HEADLESS : '/usr/bin/chromium');
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
