export {
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
