/** Following a network needs a person; the message says what to do. */
export class FollowError extends Error {
  override readonly name = 'FollowError';
}
