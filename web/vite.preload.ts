/* Lets the browser fetch the core while the script that asks for it is still on its way. */

import type { Plugin } from 'vite';

export function preloadPlugin(): Plugin {
  return {
    name: 'fanorona-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        // The board's gallery asks for no core.
        if (!html.includes('id="app"')) return html;
        const core = Object.keys(bundle ?? {}).find((file) => /fanorona-(?!simd)[^/]*\.wasm$/.test(file));
        if (!core) throw new Error('the build has no core to preload');
        const attributes = { rel: 'preload', href: `./${core}`, as: 'fetch', type: 'application/wasm', crossorigin: 'anonymous' };
        return [{ tag: 'link', attrs: attributes, injectTo: 'head' }];
      },
    },
  };
}
