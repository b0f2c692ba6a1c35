// spec: route.login.redirect
/** Only a path of our own; anything else becomes the fallback. Backslashes and control characters read as a host somewhere. */
export function sameSite(path: string | null | undefined, fallback = '/'): string {
  if (!path || !/^\/(?![/\\])/.test(path) || /[\\\u0000-\u001f]/.test(path)) return fallback
  return path
}
