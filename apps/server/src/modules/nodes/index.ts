export type { NetworkStatus } from './follow/describe-network.ts';
export { type AddedAsset, type BlockRef, type ChainNode, NodeError } from './follow/follow.ports.ts';
export { FollowError } from './follow/follow-error.ts';
export { followNetwork } from './follow/follow-network.ts';
export type { FollowPorts } from './follow/follower.ts';
export { readFollowed } from './follow/progress.store.ts';
export { readStatus } from './follow/read-status.ts';
export { timeLeft } from './follow/reporter.ts';
