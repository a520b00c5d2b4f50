import { defineConfig } from 'vitest/config';
import { offlinePlugin } from './vite.offline.ts';
import { preloadPlugin } from './vite.preload.ts';
import { protocolPlugin } from './vite.protocol.ts';

// The floor: Chrome and Android 80, Safari 14, Firefox 78.
const browsers = ['chrome80', 'safari14', 'firefox78'];

export default defineConfig({
  // Relative addresses, so that the page runs from any folder of a static host.
  base: './',
  plugins: [protocolPlugin(), preloadPlugin(), offlinePlugin()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: browsers,
    cssTarget: browsers,
    outDir: '../build/web',
    emptyOutDir: true,
    // A data: address would need its own leave in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // Safari 14 and Firefox 78 have no module workers.
  worker: { format: 'iife' },
  // The wasm module lies in ../build.
  server: { fs: { allow: ['..'] } },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    environment: 'node',
    // For what never ends; machines that run tests may be slow, and have other work.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
