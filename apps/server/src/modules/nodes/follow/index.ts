export type { NetworkStatus } from './describe-network.ts';
export {
  type AddedAsset,
  type BlockRef,
  type ChainNode,
  type FollowedBlock,
  type FollowedTransfer,
  type FollowLease,
  type FollowProgress,
  type FollowState,
  isPassing,
  type MissingPart,
  NodeError,
  type NodeFault,
  type NodeTip,
} from './follow.ports.ts';
export { FollowError } from './follow-error.ts';
export { type FollowRequest, followNetwork } from './follow-network.ts';
export type { FollowPorts } from './follower.ts';
export { readFollowed } from './progress.store.ts';
export { readStatus } from './read-status.ts';
export { timeLeft } from './reporter.ts';
