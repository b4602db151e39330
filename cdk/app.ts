import { App } from 'aws-cdk-lib';
import { readSettings } from './settings.ts';
import { createTallyport } from './tallyport.ts';

const app = new App();
createTallyport(app, readSettings(app.node));
app.synth();
