export { CardPage } from './card-page.tsx';
