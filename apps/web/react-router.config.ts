import type { Config } from '@react-router/dev/config'

// A page's middleware is a line of its messages: not worth a file of its own.
export default { appDirectory: 'app', ssr: true, splitRouteModules: false } satisfies Config
