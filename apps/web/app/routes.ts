import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('shell/default-layout.tsx', [
    index('routes/landing.tsx'),
    route('check/:id', 'routes/check-asset.tsx'),
    route('riskcheck/:subId', 'routes/risk-check.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  layout('shell/auth-layout.tsx', [
    route('login', 'routes/login.tsx'),
    route('register', 'routes/register.tsx'),
    route('success-auth', 'routes/success-auth.tsx'),
    route('confirm-link', 'routes/confirm-link.tsx'),
  ]),
] satisfies RouteConfig;
