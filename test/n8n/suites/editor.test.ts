import { after } from 'node:test';
import { closeWindow } from '../../../workbench/editor/editor';
import '../editor/credential';
import '../editor/errors';
import '../editor/fields';
import '../editor/nodePanel';
import '../editor/operations';

// In one process, because they share a browser and its window: n8n's editor takes seconds to load.
after(closeWindow);
