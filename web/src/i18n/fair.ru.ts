import type { FairPlay } from './fair';
import { fair as en } from './fair.en';

export const fair: FairPlay = en;
