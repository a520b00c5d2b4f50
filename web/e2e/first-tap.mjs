/* How long it takes from opening the page to the first legal tap, on a cold store, in the profile of a
 * mid-range phone: a processor four times slower and 10 Mbit/s at 40 ms. Tells, and judges nothing:
 *   node e2e/first-tap.mjs [how often] */

import { launch, serve } from './harness.mjs';

const times = Number(process.argv[2] ?? 5);
const PHONE = { slowdown: 4, latencyMs: 40, bytesPerSecond: 10_000_000 / 8 };

const server = await serve();
const browser = await launch();
const measured = [];
for (let time = 0; time < times; time++) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false, latency: PHONE.latencyMs, downloadThroughput: PHONE.bytesPerSecond, uploadThroughput: PHONE.bytesPerSecond,
  });
  await page.addInitScript(() => {
    const look = () => {
      const start = document.querySelector('.card-computer .button-main:not([disabled])');
      if (start) window.firstTapMs = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(server.address);
  measured.push(await (await page.waitForFunction(() => window.firstTapMs)).jsonValue());
  await context.close();
}
await browser.close();
server.stop();
measured.sort((a, b) => a - b);
console.log(`first legal tap after ${Math.round(measured[Math.floor(times / 2)])} ms (median of ${times}, ${Math.round(measured[0])} to ${Math.round(measured[times - 1])}), served by ${server.by}`);
