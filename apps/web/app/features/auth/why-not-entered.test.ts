import { ApiError } from '@assay/contracts/client';
import { describe, expect, it } from 'vitest';
import { whyNotEntered } from './why-not-entered.ts';

describe('a company that could not be selected after a login', () => {
  it('is passed over in silence for who is no member of it', () => {
    expect(whyNotEntered(new ApiError('NotFound', 'Not found', { status: 404 }))).toBeNull();
  });

  it.each([
    new ApiError('InternalError', 'Something went wrong.', { status: 500 }),
    new ApiError('TooManyRequests', 'Too many requests.', { status: 429 }),
    new ApiError('AddressRefused', 'Not from this address.', { status: 403 }),
    new ApiError('NetworkError', 'No connection.', { status: 0 }),
  ])('is named to everybody else, with the reason: $message', (error) => {
    const message = whyNotEntered(error);
    expect(message).toContain('Your company could not be selected.');
    expect(message).toContain(error.message);
  });

  it('hides no error of the program', () => {
    expect(() => whyNotEntered(new TypeError('broken'))).toThrow('broken');
  });
});
