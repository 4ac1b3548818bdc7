export { announceMemory } from './announce-memory.ts';
export { type AnswerWalk, answerWalks, type WalkAnswer } from './answer-walks.ts';
export type { AnswerOutcome, AskToWalk, MemoryServersLog, WalkOutcome, WalkReply } from './memory-servers.ports.ts';
export type { AnnouncedAsset, MemoryServer } from './memory-servers.store.ts';
export { walkElsewhere } from './walk-elsewhere.ts';
export { type WalkQuestion, walkQuestion } from './walk-question.ts';
