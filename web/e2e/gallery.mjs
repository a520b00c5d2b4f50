/**
 * Screenshots of the board gallery for looking at:
 *   node e2e/gallery.mjs [folder] [section …]
 * Starts the development server itself and closes it again.
 */
import { mkdirSync } from 'node:fs';
import { createServer } from 'vite';
import { launch } from './browser.mjs';

const [folder = '../build/gallery', ...sections] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const server = await createServer({ server: { port: 0 }, logLevel: 'error' });
await server.listen();
const address = server.resolvedUrls.local[0];
const browser = await launch();
const looks = [
  { name: 'light', theme: 'light' },
  { name: 'dark', theme: 'dark' },
  { name: 'forced-dark', theme: 'dark', forcedColors: 'active', colorScheme: 'dark' },
  { name: 'forced-light', theme: 'light', forcedColors: 'active', colorScheme: 'light' },
];
let failures = 0;
for (const { name, theme, forcedColors = 'none', colorScheme = 'light' } of looks) {
  for (const width of [320, 768, 1440]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, deviceScaleFactor: width === 320 ? 2 : 1, forcedColors, colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.on('console', (message) => { if (message.type() === 'error') { failures++; console.error(message.text()); } });
    page.on('pageerror', (error) => { failures++; console.error(error); });
    for (const section of sections.length ? sections : ['']) {
      await page.goto(`${address}gallery.html?theme=${theme}${section && `&only=${section}`}`);
      await page.waitForSelector('.board');
      const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (wider) { failures++; console.error(`${name} ${width}: wider than the window`); }
      await page.screenshot({ path: `${folder}/${section ? `${section}-` : ''}${name}-${width}.png`, fullPage: true });
    }
    await context.close();
  }
}
await browser.close();
await server.close();
process.exit(failures ? 1 : 0);
