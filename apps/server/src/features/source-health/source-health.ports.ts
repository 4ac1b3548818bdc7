import type { SourceHealthData } from '@assay/contracts';

/** Who is asked for each chain, and how they are at this moment. */
export type ReadSourceHealth = () => Promise<SourceHealthData>;
