/* Why the server refuses something, in words. */

import { refused } from '../i18n/refused';
import type { Trouble } from '../net/rest';

export { refused };

/** A sentence for it; `refused` must be loaded. A newer server may have reasons this page has no words for. */
export function refusalWords({ reason }: { readonly reason: Trouble['reason'] }): string {
  return refused.t(refused.has(reason) ? reason : 'answer');
}
