import type { QueueTest } from '../trial';
import { cuts } from './cuts';
import { kills } from './kills';
import { pace } from './pace';
import { parallel } from './parallel';
import { race } from './race';
import { speed } from './speed';
import { tokens } from './tokens';

/** In this order: the speed is measured while the workers are started one after the other. */
export const tests: QueueTest[] = [speed, parallel, race, tokens, ...pace, kills, ...cuts];
