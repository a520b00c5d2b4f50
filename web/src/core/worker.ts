/* The engine's worker: a bundle of its own, a classic script (Safari 14 and Firefox 78 have no module
 * workers). */

import type { FromWorker, Line, ToWorker } from './messages';
import { serveEngine } from './search';

serveEngine(self as unknown as Line<ToWorker, FromWorker>);
