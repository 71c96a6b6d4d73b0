import { open } from './index.js';

const quoridor = await open();
const { steps, legal_walls } = quoridor.position({ moves: ['e2', 'e8'] });
const best = await quoridor.search({ moves: ['e2', 'e8'] }, { player: 'champion:level=5' });
console.log(`${steps.length} steps and ${legal_walls.length} walls are legal; ${best.move} is good`);
