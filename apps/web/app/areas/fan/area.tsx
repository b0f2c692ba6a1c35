import { Outlet } from 'react-router'
import { withMessages } from '../../i18n/area-messages.ts'
import { AreaError } from '../../layouts/area-error.tsx'
import { usePageHandle } from '../../layouts/page-handle.ts'
import { PrimaryLayout } from '../../layouts/primary.tsx'
import sheet from '../../styles/fan.css?url'

export const links = () => [{ rel: 'stylesheet', href: sheet }]
export const handle = { layout: 'primary', signIn: 'required', messages: ['errors'] }
export const clientMiddleware = [withMessages('errors')]

export default function FanArea() {
  const { layout } = usePageHandle()
  return layout === 'blank' ? (
    <Outlet />
  ) : (
    <PrimaryLayout>
      <Outlet />
    </PrimaryLayout>
  )
}
export { AreaError as ErrorBoundary }
