/** Names and types of the plans checks can come from. */
const PLANS: Readonly<Record<number, { readonly name: string; readonly type: string }>> = {
  1: { name: 'Free', type: 'free' },
  6: { name: 'Flex', type: 'default' },
};

export function planOf(planId: number): { readonly name: string; readonly type: string } {
  const plan = PLANS[planId];
  if (plan === undefined) throw new Error(`No plan ${planId}`);
  return plan;
}
