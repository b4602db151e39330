import { App } from 'aws-cdk-lib';
import { ImportsStack } from './imports-stack.ts';
import { readSettings } from './settings.ts';

const app = new App();
const settings = readSettings(app.node);
// A region without an account: nothing is looked up, so that synthesis needs neither credentials nor a network.
new ImportsStack(app, 'TallyportImports', { env: { region: settings.region }, settings });
app.synth();
