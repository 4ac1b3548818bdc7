import { describe, expect, it } from 'vitest';
import { type AuthFormAction, isReady, reduceAuthForm, refusalOf, startAuthForm } from './auth-form-state.ts';

function after(state: ReturnType<typeof startAuthForm>, ...actions: AuthFormAction[]) {
  return actions.reduce(reduceAuthForm, state);
}

const EMAIL: AuthFormAction = { type: 'email typed', email: 'name@example.org' };

describe('the form of logging in', () => {
  const start = startAuthForm('', false);

  it('[AUTH-05] asks for an address, then for a right one', () => {
    expect(after(start, { type: 'submitted' }).emailError).toBe('Please enter an email address');
    const wrong = after(start, { type: 'email typed', email: 'name@example' }, { type: 'submitted' });
    expect(wrong.emailError).toBe('Incorrect email');
    expect(isReady(wrong)).toBe(false);
  });

  it('[AUTH-08] is not sent again while pending', () => {
    const sending = after(start, EMAIL, { type: 'submitted' }, { type: 'sending' });
    expect(isReady(sending)).toBe(false);
    expect(isReady(after(sending, { type: 'failed', message: null }))).toBe(true);
  });

  it('[AUTH-11] says that registering sent nothing, and gives no reason', () => {
    const refusal = refusalOf('register', { status: 403, message: 'Not this one.' });
    expect(after(start, EMAIL, { type: 'sending' }, refusal)).toMatchObject({
      isPending: false,
      emailError: null,
      problem: 'Not sent. Try again.',
    });
  });

  it('[AUTH-08] [ERR-09] shows the terms after the server asked for them, and is not sent until they are ticked', () => {
    const asked = after(start, EMAIL, { type: 'sending' }, { type: 'terms asked for' });
    expect(asked).toMatchObject({ hasTermsBox: true, termsError: 'Please read and accept the Terms of Service' });
    expect(isReady(asked)).toBe(false);
    const ticked = after(asked, { type: 'terms ticked', isTicked: true });
    expect(ticked.termsError).toBeNull();
    expect(isReady(ticked)).toBe(true);
    expect(after(ticked, { type: 'terms ticked', isTicked: false }, { type: 'submitted' }).termsError).not.toBeNull();
  });

  it('[AUTH-07] forgets what the server said of the address when the address changes', () => {
    const refused = after(start, EMAIL, { type: 'sending' }, { type: 'email refused', message: 'Not this one.' });
    expect(refused.emailError).toBe('Not this one.');
    expect(after(refused, { type: 'email typed', email: 'name@example.com' }).emailError).toBeNull();
  });
});

describe('the form of registering', () => {
  it('[AUTH-10] is not sent without the terms', () => {
    const state = after(startAuthForm('name@example.org', true), { type: 'submitted' });
    expect(state.termsError).toBe('Please read and accept the Terms of Service');
    expect(isReady(state)).toBe(false);
  });
});
