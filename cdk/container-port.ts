/** Where containers listen; the Dockerfile names the same. */
export const CONTAINER_PORT = 8787;
