export { awaitLabels } from './await-labels.ts';
export { MAIN } from './directory.store.ts';
export {
  acrossServers,
  besideLedger,
  inLedgerSnapshot,
  inLedgersTransaction,
  inLedgerTransaction,
  type LedgersWriting,
  type LedgerWriting,
  ledgerPool,
  ledgerPools,
} from './in-ledger.ts';
export { ID_SPACE } from './label-copy.store.ts';
export {
  ledgerDirectory,
  ledgerServerUrls,
  requireKnownServers,
  withLedgerServers,
} from './ledger-directory.ts';
export { moveBeside } from './move/beside-first-load.ts';
export type { FirstLoad, LedgerRowsOf, LedgerTables, NumberedLedger } from './move/move.ports.ts';
export { type Moved, moveLedger, undoMove } from './move/move-ledger.ts';
export { type MoveStep, readMoves } from './move/moves.store.ts';
export type { MoveContext } from './move/steps.ts';
export { PlacementError, prepareServer } from './prepare-server.ts';
export { repairLabels } from './repair-labels.ts';
export { type Placement, showPlacement } from './show-placement.ts';
export { inWalkSnapshot, type ReadServer } from './standbys/in-walk-snapshot.ts';
export { ReplayLag } from './standbys/replay-lag.ts';
export { Standby, type StandbyParts } from './standbys/standby.ts';
export { StandbySet } from './standbys/standby-set.ts';
