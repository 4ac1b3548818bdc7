export { declareVerify } from './declare-verify.ts';
export { parseKeys, readKeys, readTrust, type TrustOptions } from './read-trust.ts';
export { starsOfResult } from './verification-lines.ts';
