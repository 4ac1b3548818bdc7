import Stripe from 'stripe';
import { AppError } from '../../../../../platform/kernel/app-error.ts';

/** Runs a call of the provider; what fails is one error of ours, its reason for the log alone. */
export async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new AppError('PaymentProviderFailed', {
      internal: `Stripe: ${error.type} ${error.code ?? ''}`,
      cause: error,
    });
  }
}
