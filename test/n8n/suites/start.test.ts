import { after } from 'node:test';
import { endStarted } from '../start/started';
import '../start/newUser';
// After the walk, since it changes what was started, and ends it.
import '../start/contents';

// In one process, because they share what npm start has brought up.
after(endStarted);
