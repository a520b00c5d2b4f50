/* The core of the page: the rules at hand, the engine in its worker. Both run the same wasm module, which
 * is built from the C sources before the page is. */

import address from '../../../build/wasm/fanorona.wasm?url';
import { WorkerEngine } from './engine';
import { loadCore } from './load';
import { WasmRules } from './rules';
import type { Engine, Rules } from './types';
import EngineScript from './worker?worker';

export type * from './types';
export { CoreError } from './types';
export { coreSupported } from './load';

/** The rules, ready to be asked. Rejects where WebAssembly is missing or the module does not arrive. */
export async function loadRules(): Promise<Rules> {
  return new WasmRules(await loadCore(address));
}

/** An engine; its worker starts with the first job. */
export function startEngine(): Engine {
  // A worker has another base address than the page.
  return new WorkerEngine(() => new EngineScript(), new URL(address, location.href).href);
}
