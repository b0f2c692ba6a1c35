import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import type { MessageKey } from '../../i18n/keys.ts'
import { PageHead } from '../../layouts/page-head.tsx'
import { useMe } from '../../parts/site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { DashboardTitle } from './dashboard/title.tsx'
import { SettingsFrame } from './pieces/settings-frame.tsx'

// What each page of the studio looks like before its numbers come: the same head, and places of the size of the real ones.

/** The shape of the page at this address; null where it is none of the studio's. */
export function shapeOf(path: string): ReactNode {
  const Shape = shapes[path] ?? (path.startsWith('/creator/posts/') ? EditorShape : null)
  return Shape && <Shape />
}
const shapes: Record<string, () => ReactNode> = {
  '/creator': DashboardShape,
  '/creator/posts': PostsShape,
  '/creator/earnings': EarningsShape,
  '/creator/pricing': PricingShape,
  '/creator/account': AccountShape,
  '/creator/verification': VerificationShape,
  '/creator/banking': BankingShape,
  '/creator/payment-gateways': GatewaysShape,
  '/creator/blocking': BlockingShape,
}

function DashboardShape() {
  const t = useT()
  return (
    <>
      <PageHead
        title={<DashboardTitle name={useMe()?.name ?? ''} />}
        detail={t('studio.dashboard.detail')}
        actions={<NewPost />}
      />
      <div className="grid grid-cols-2 gap-2.5 md:gap-3.5 xl:grid-cols-[1.5fr_1fr_1fr_1fr]">
        <Skeleton className="col-span-2 h-[134px] rounded-lg! xl:col-span-1" />
        {[0, 1, 2].map((at) => (
          <Card key={at} className="grid content-start gap-3 px-4 py-4 last:max-xl:col-span-2 md:px-[22px] md:py-5">
            <Skeleton className="h-3.5 w-24 max-w-full" />
            <Skeleton className="h-7 w-28 max-w-full" />
            <Skeleton className="h-3 w-32 max-w-full" />
          </Card>
        ))}
      </div>
      <ChartAndSide />
      <Card className="mt-3.5 px-4 pt-4 pb-2 md:px-[22px]">
        <Skeleton className="mb-6 h-5 w-28" />
        <Rows count={5} thumb />
      </Card>
    </>
  )
}

function PostsShape() {
  const t = useT()
  return (
    <>
      <PageHead title={t('studio.posts.title')} detail={t('studio.posts.detail')} actions={<NewPost />} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ChipRow count={6} />
        <Skeleton className="h-10 w-full rounded-full! sm:w-64" />
      </div>
      <Card className="mt-4 px-4 pt-9 pb-2 md:px-5">
        <Rows count={8} thumb />
      </Card>
    </>
  )
}

function EditorShape() {
  const t = useT()
  return (
    <>
      <PageHead title={t('studio.newPost')} back="/creator/posts" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_420px] xl:gap-8">
        <div className="grid content-start gap-4">
          <Card className="grid gap-4 p-4 md:p-5">
            <FieldShape />
            <FieldShape tall />
            <FieldShape />
          </Card>
          <Card className="p-4 md:p-5">
            <Skeleton className="mb-4 h-5 w-44 max-w-full" />
            <Skeleton className="h-40 rounded-lg!" />
          </Card>
          <Card className="grid gap-2.5 p-4 sm:grid-cols-2 md:p-5">
            {[0, 1, 2, 3].map((at) => (
              <Skeleton key={at} className="h-18 rounded-md!" />
            ))}
          </Card>
        </div>
        <div className="max-xl:hidden">
          <Skeleton className="mt-2 mb-6 h-5 w-32" />
          <Card className="grid gap-4 p-5">
            <div className="flex items-center gap-3">
              <Skeleton className="size-11 rounded-full!" />
              <Skeleton className="h-4 w-40" />
            </div>
            <Skeleton className="h-9 w-full" />
          </Card>
        </div>
      </div>
    </>
  )
}

function EarningsShape() {
  const t = useT()
  return (
    <>
      <PageHead title={t('studio.earnings.title')} detail={t('studio.earnings.detail')} />
      <Skeleton className="h-10 w-72 max-w-full rounded-full!" />
      <div className="mt-4 grid grid-cols-2 gap-2.5 lg:grid-cols-5">
        {[0, 1, 2, 3, 4].map((at) => (
          <Card key={at} className="grid h-[101px] content-start gap-2.5 px-4 py-4 last:max-lg:col-span-2">
            <Skeleton className="h-3.5 w-16" />
            <Skeleton className="h-6 w-24 max-w-full" />
            <Skeleton className="h-3 w-24 max-w-full" />
          </Card>
        ))}
      </div>
      <ChartAndSide />
      <Card className="mt-3.5 px-4 pt-4 pb-2 md:px-[22px]">
        <Skeleton className="mb-4 h-5 w-28" />
        <ChipRow count={6} />
        <div className="mt-8">
          <Rows count={8} />
        </div>
      </Card>
    </>
  )
}

function PricingShape() {
  const t = useT()
  return (
    <div className="mx-auto max-w-[760px]">
      <PageHead title={t('studio.pricing.title')} detail={t('studio.pricing.detail')} back="/creator" />
      <Card className="grid gap-4 p-5">
        <FieldShape hint />
        <FieldShape tall hint />
      </Card>
      <Card className="mt-4 grid gap-4 p-5">
        <Skeleton className="h-5 w-20" />
        {[0, 1, 2].map((at) => (
          <div key={at} className="grid gap-3 border-t border-line pt-4 sm:grid-cols-[170px_minmax(0,1fr)]">
            <Skeleton className="h-5 w-24 self-center" />
            <Skeleton className="h-12 rounded-full!" />
          </div>
        ))}
      </Card>
    </div>
  )
}

function AccountShape() {
  const t = useT()
  return (
    <SettingsFrame title={t('studio.account.title')} detail={t('studio.account.detail')}>
      <Card className="overflow-hidden">
        <Skeleton className="h-32 rounded-none! sm:h-44" />
        <div className="h-24 sm:h-17" />
      </Card>
      <Card className="grid gap-4 p-4 md:p-5">
        <Skeleton className="h-5 w-28" />
        <div className="grid gap-4 sm:grid-cols-2">
          <FieldShape hint />
          <FieldShape hint />
        </div>
        <FieldShape hint />
        <FieldShape tall />
        <FieldShape hint />
      </Card>
    </SettingsFrame>
  )
}

function VerificationShape() {
  const t = useT()
  return (
    <SettingsFrame title={t('studio.verification.title')} detail={t('studio.verification.detail')}>
      <Skeleton className="h-40 rounded-lg!" />
    </SettingsFrame>
  )
}

function NewPost() {
  const t = useT()
  return (
    <ButtonLink look="primary" to="/creator/posts/new">
      <Plus aria-hidden="true" />
      {t('studio.newPost')}
    </ButtonLink>
  )
}

/** The words of these pages come with them: until then their head says what the list above it says. */
function useHeadOf(page: string, short: MessageKey): { title: string; detail: string } {
  const t = useT()
  return { title: t.maybe(`creator.${page}.title`) ?? t(short), detail: t.maybe(`creator.${page}.detail`) ?? '\u00a0' }
}

function BankingShape() {
  return (
    <SettingsFrame {...useHeadOf('bank', 'studio.settings.banking')}>
      <Card className="grid gap-4 p-4 md:p-5">
        <Skeleton className="h-6 w-44" />
        {[0, 1, 2, 3, 4].map((at) => (
          <FieldShape key={at} />
        ))}
      </Card>
    </SettingsFrame>
  )
}

function GatewaysShape() {
  return (
    <SettingsFrame {...useHeadOf('gateways', 'studio.settings.gateways')}>
      <Card className="grid gap-2.5 p-4 md:p-5">
        <Skeleton className="mb-2 h-6 w-36" />
        {[0, 1, 2].map((at) => (
          <Skeleton key={at} className="h-16 rounded-md!" />
        ))}
        <Skeleton className="mt-2 h-12 w-36 rounded-full!" />
      </Card>
    </SettingsFrame>
  )
}

function BlockingShape() {
  return (
    <SettingsFrame {...useHeadOf('block', 'studio.settings.blocking')}>
      <Card className="grid gap-4 p-4 md:p-5">
        <Skeleton className="h-6 w-28" />
        <Skeleton className="h-4" />
        <ChipRow count={6} />
        <FieldShape />
        <Skeleton className="h-80 rounded-md!" />
        <Skeleton className="h-12 w-36 rounded-full!" />
      </Card>
      <Card className="mt-4 grid gap-4 p-4 md:p-5">
        <Skeleton className="h-6 w-20" />
        <FieldShape hint />
      </Card>
    </SettingsFrame>
  )
}

function Card({ className, children }: { className: string; children: ReactNode }) {
  return <div className={`rounded-lg bg-surface ring-1 ring-line ${className}`}>{children}</div>
}

function ChartAndSide() {
  return (
    <div className="mt-3.5 grid gap-3.5 xl:grid-cols-[minmax(0,1fr)_316px]">
      <Card className="px-3.5 py-4 md:px-[22px] md:pt-5">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="mt-6 h-[250px] rounded-md!" />
        <Skeleton className="mt-6 h-4 w-3/5" />
      </Card>
      <Card className="grid content-start gap-5 p-5">
        <Skeleton className="h-5 w-24" />
        {[0, 1, 2, 3].map((at) => (
          <Skeleton key={at} className="h-4" />
        ))}
      </Card>
    </div>
  )
}

function ChipRow({ count }: { count: number }) {
  return (
    <div className="flex max-w-full gap-2 overflow-hidden">
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} className="h-9 w-22 shrink-0 rounded-full! pointer-coarse:h-11" />
      ))}
    </div>
  )
}

function Rows({ count, thumb = false }: { count: number; thumb?: boolean }) {
  return Array.from({ length: count }, (_, at) => (
    <div key={at} className="flex h-[61px] items-center gap-3 border-t border-line">
      {thumb ? <Skeleton className="h-10 w-14 shrink-0 rounded-[8px]!" /> : null}
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-2">
        <Skeleton className="h-3.5 w-64 max-w-4/5" />
        <Skeleton className="h-3 w-24" />
      </span>
      <Skeleton className="h-4 w-14" />
    </div>
  ))
}

function FieldShape({ tall = false, hint = false }: { tall?: boolean; hint?: boolean }) {
  return (
    <div className="grid gap-2">
      <Skeleton className="h-4 w-20" />
      <Skeleton className={tall ? 'h-28 rounded-[14px]!' : 'h-12 rounded-full!'} />
      {hint ? <Skeleton className="h-3 w-40 max-w-full" /> : null}
    </div>
  )
}
