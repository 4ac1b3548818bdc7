export { type AddedAsset, type BlockRef, type ChainNode, NodeError } from './follow/follow.ports.ts';
export { FollowError } from './follow/follow-error.ts';
export { followNetwork } from './follow/follow-network.ts';
export type { FollowPorts } from './follow/follower.ts';
export { type NetworkStatus, readStatus } from './follow/status/describe-network.ts';
export { readFollowed } from './follow/status/progress.store.ts';
