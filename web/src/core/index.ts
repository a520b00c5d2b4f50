/* The core of the page: the rules at hand, the engine in its worker. Both are the same C sources, built before
 * the page is; the engine takes the build with vectors where the browser has them. */

import plain from '../../../build/wasm/fanorona.wasm?url';
import dimyProof from '../../../proofs/5x5.proof?url';
import withVectors from '../../../build/wasm-simd/fanorona-simd.wasm?url';
import { WorkerEngine } from './engine';
import { loadCore, vectorsSupported } from './load';
import { addressesOf } from './networks';
import { WasmRules } from './rules';
import type { Engine, ProofSource, Rules, TableSource } from './types';
import EngineScript from './worker?worker';

export type * from './types';
export { CoreError } from './types';
export { coreSupported } from './load';

/** "tsivy-1a2b3c4d.net", named by board and content. */
const NETWORKS = import.meta.glob<string>('../../../networks/*.net', { query: '?url', import: 'default', eager: true });

/** Where the certificate of 5×5 lies: what it says of its board anybody can check. */
export const PROOF_ADDRESS = dimyProof;

/** "tsivy.tables": the values of few stones. There are none before scripts/tables.mjs has made them. */
const TABLES = import.meta.glob<string>('../../../build/page/*.tables', { query: '?url', import: 'default', eager: true });

/** The rules, ready to be asked. Rejects where WebAssembly is missing or the module does not arrive. */
export async function loadRules(): Promise<Rules> {
  return new WasmRules(await loadCore(plain));
}

/** An engine; its worker starts with the first job. */
export function startEngine(): Engine & TableSource & ProofSource {
  // A worker has another base address than the page.
  const whole = (address: string): string => new URL(address, location.href).href;
  const files = { networks: addressesOf(NETWORKS, whole), tables: addressesOf(TABLES, whole), proofs: { dimy: whole(dimyProof) } };
  return new WorkerEngine(() => new EngineScript(), whole(vectorsSupported() ? withVectors : plain), files);
}
