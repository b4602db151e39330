import type { Template } from 'aws-cdk-lib/assertions';

// biome-ignore lint/suspicious/noExplicitAny: templates are JSON of any form
type Properties = Record<string, any>;

/** The properties of every resource of a type. */
export function properties(template: Template, type: string): Properties[] {
  return Object.values(template.findResources(type)).map((resource) => resource.Properties ?? {});
}
