import { withMessages } from '../../i18n/area-messages.ts'
import { Shell, ShellError } from '../../layouts/shell.tsx'
import sheet from '../../styles/public.css?url'

export const links = () => [{ rel: 'stylesheet', href: sheet }]
export const handle = { layout: 'primary', signIn: 'optional', measured: 'address', messages: [] }
export const clientMiddleware = [withMessages()]

export default Shell
export { ShellError as ErrorBoundary }
