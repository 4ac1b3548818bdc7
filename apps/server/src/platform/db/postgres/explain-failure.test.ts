import { describe, expect, it } from 'vitest';
import { AlreadyRunningError } from './embedded.ts';
import { explainStorageFailure } from './explain-failure.ts';

const DIR = '/srv/assay';

describe('explainStorageFailure', () => {
  it.each([
    ['could not write to file "pg_wal/xlogtemp.29": No space left on device', 'is full'],
    ['could not create directory: Read-only file system', 'read-only'],
    ['data directory "/srv/assay/postgres" has wrong ownership', 'start as the account that made it'],
  ])('says what to do when PostgreSQL says %s', (said, advice) => {
    const explained = explainStorageFailure(new Error(said), DIR);
    expect(explained.message).toContain(advice);
    expect(explained.message).toContain(DIR);
    expect(explained.message).toContain('ASSAY_DATA_DIR');
  });

  it('understands the codes of the system', () => {
    const error = Object.assign(new Error('mkdir'), { code: 'EACCES' });
    expect(explainStorageFailure(error, DIR).message).toContain('cannot be written by this account');
  });

  it('leaves what it does not understand, and the message of a second start, as they are', () => {
    const odd = new Error('shared memory is odd');
    expect(explainStorageFailure(odd, DIR)).toBe(odd);
    const second = new AlreadyRunningError('EACCES in a name');
    expect(explainStorageFailure(second, DIR)).toBe(second);
  });
});
