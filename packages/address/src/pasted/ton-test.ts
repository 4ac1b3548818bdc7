import { base64url } from '@scure/base';

const TEST_ONLY = 0x80;

/** Whether a friendly address of TON is marked as one of the test network (TEP-2). The format accepts it. */
export function isTonTestAddress(text: string): boolean {
  if (!/^[A-Za-z\d_+/-]{48}$/.test(text)) return false;
  const flag = base64url.decode(text.replaceAll('+', '-').replaceAll('/', '_'))[0] ?? 0;
  return (flag & TEST_ONLY) !== 0;
}
