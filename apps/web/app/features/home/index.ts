export { HomePage } from './home-page.tsx';
export { ScoreGuide } from './score-guide.tsx';
