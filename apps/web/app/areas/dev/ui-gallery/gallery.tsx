import { Bell, Heart, MessageCircle, Share2, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import kiln from '../../../art/kiln.webp'
import ines from '../../../art/portrait-ines.webp'
import marisol from '../../../art/person-marisol.webp'
import peaks from '../../../art/peaks.webp'
import { withMessages } from '../../../i18n/area-messages.ts'
import sheet from './gallery.css?url'
import { Samples } from './samples.tsx'
import { BalanceCard } from '../../../parts/money/balance-card.tsx'
import { CreatorCard } from '../../../parts/creators/creator-card.tsx'
import { LockedMedia } from '../../../parts/posts/locked-media.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { VerifiedBadge } from '../../../parts/creators/verified-badge.tsx'
import { ArchPortrait, Avatar } from '../../../ui/avatar.tsx'
import { Badge, CountBadge, LiveBadge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { Fanlight } from '../../../ui/fanlight.tsx'
import { Checkbox, Field, Input, Select, Switch, Textarea } from '../../../ui/field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { UploadBar } from '../../../ui/progress.tsx'
import { EmptyState, ErrorState, PartialState, Skeleton } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { Chips, Segmented, Tabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'

export const handle = { layout: 'public', noRedirect: true, messages: ['errors'] }
export const links = () => [{ rel: 'stylesheet', href: sheet }]
export const clientMiddleware = [withMessages('errors')]

const variants = ['primary', 'ink', 'quiet', 'outline', 'ghost', 'tip', 'danger'] as const
const times = Array.from({ length: 30 }, (_, day) => new Date(Date.UTC(2026, 9, 22 + day)).toISOString())
const wave = (scale: number, shift: number) =>
  times.map((_, day) => Math.round(scale * (1 + Math.sin(day * 0.7 + shift)) + (day % 6 === 0 ? scale : 0)))
const series = [
  { name: 'Subscriptions', values: wave(60, 0) },
  { name: 'Unlocks', values: wave(28, 1) },
  { name: 'Tips', values: wave(22, 2) },
  { name: 'Live', values: wave(14, 3) },
]
const posts = [
  { id: '1', title: 'The winter kiln, opened', earned: 1696, views: '18.4K' },
  { id: '2', title: 'Why glaze crawls', earned: 1184, views: '11.9K' },
]
const creator = {
  _id: '1',
  name: 'Ines Valloy',
  username: 'valloyclay',
  avatar: ines,
  tagline: 'Ceramics',
  verified: true,
}
const problem = {
  status: 500,
  code: 'INTERNAL' as const,
  message: 'Something went wrong, please try again later',
  errors: [],
  requestId: '0f3c-9a1b',
  details: {},
}
const refused = {
  status: 422,
  code: 'RULE_BROKEN' as const,
  message: '',
  errors: [{ path: 'name', message: 'This name is taken.' }],
  requestId: null,
  details: {},
}

/** Every UI component on one page. Development only; its text is internal and not translated. */
export default function Gallery() {
  const [busy, setBusy] = useState(false)
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-12 px-5 py-8">
      <title>Pieces</title>
      <h1>Pieces</h1>
      <Shelf title="Buttons">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button variant="primary" size="sm">
          Small
        </Button>
        <Button
          variant="primary"
          size="lg"
          busy={busy ? 'Saving' : undefined}
          onClick={() => (setBusy(true), setTimeout(() => setBusy(false), 2000))}
        >
          Press for two seconds
        </Button>
        <Button disabled>Disabled</Button>
        <IconButton label="Like">
          <Heart aria-hidden="true" />
        </IconButton>
        <IconButton label="Share" variant="quiet">
          <Share2 aria-hidden="true" />
        </IconButton>
        <IconButton label="Delete" variant="danger" size="sm">
          <Trash2 aria-hidden="true" />
        </IconButton>
      </Shelf>
      <Shelf title="Fields">
        <FormProblem problem={refused}>
          <div className="grid w-full gap-5 md:grid-cols-2">
            <Field label="Name" name="name" hint="What fans see">
              <Input defaultValue="Ines" />
            </Field>
            <PasswordField label="Password" name="password" rules />
            <Field label="Country" name="country">
              <Select>
                <option>Portugal</option>
                <option>Japan</option>
              </Select>
            </Field>
            <Field label="About" name="about" optional="optional">
              <Textarea maxLength={40} defaultValue="I throw pots in a former dairy." />
            </Field>
            <Checkbox name="terms" label="I accept the terms" hint="They fit on one page" defaultChecked />
            <Switch name="mail" label="Mail me" hint="Once a week" defaultChecked />
            <RadioCards
              name="plan"
              legend="Plan"
              defaultValue="q"
              choices={[
                { value: 'm', title: 'Monthly', detail: 'Cancel any time', end: <Price tokens={79.5} currencyFirst /> },
                {
                  value: 'q',
                  title: '3 months',
                  tag: <Badge tone="leaf">Save 15%</Badge>,
                  detail: '$6.76 a month',
                  end: <Price tokens={202.7} currencyFirst />,
                },
              ]}
            />
          </div>
        </FormProblem>
      </Shelf>
      <Shelf title="Windows">
        <Samples />
      </Shelf>
      <Shelf title="Badges, faces, money">
        <Badge>Quiet</Badge>
        <Badge tone="sky">Info</Badge>
        <Badge tone="leaf">Saved</Badge>
        <Badge tone="lamp">Tokens</Badge>
        <Badge tone="plan">Front Row</Badge>
        <LiveBadge>Live</LiveBadge>
        <CountBadge count={8} />
        <Avatar src={marisol} size={48} name="Marisol" live />
        <Avatar src={marisol} size={48} online />
        <Avatar src={null} size={48} />
        <VerifiedBadge />
        <Price tokens={120} className="text-lg" />
        <Price tokens={202.7} currencyFirst />
        <ArchPortrait src={ines} width={96} />
        <span className="w-36">
          <CreatorCard creator={creator} />
        </span>
      </Shelf>
      <Shelf title="The window as a gauge">
        {[0, 0.3, 0.62, 0.8, 1].map((share) => (
          <Fanlight key={share} share={share} className="w-24" label={`${share * 100} %`} />
        ))}
        <Fanlight share={0.72} panes={7} className="w-32" />
        <Fanlight share={0.6} color="success" className="w-24" />
        <Fanlight share={1} opening className="w-24" />
      </Shelf>
      <Shelf title="Address as state">
        <Tabs
          label="Parts"
          className="w-full"
          tabs={[
            { label: 'Posts', count: '214' },
            { label: 'Videos', count: '36', value: 'videos' },
            { label: 'About', value: 'about' },
          ]}
        />
        <Segmented label="Feeds" tabs={[{ label: 'Following' }, { label: 'For you', value: 'all' }]} />
        <Chips
          label="Filter"
          tabs={[
            { label: 'All' },
            { label: 'Unread', count: '3', value: 'unread' },
            { label: 'Unlocked', value: 'unlocked' },
          ]}
        />
        <div className="w-full">
          <Pagination total={431} />
        </div>
      </Shelf>
      <Shelf title="Locked">
        <div className="w-full max-w-xl">
          <LockedMedia
            preview={kiln}
            reason="For subscribers"
            title="The winter kiln, opened"
            contents={[
              { kind: 'photo', label: '12 photos' },
              { kind: 'video', label: 'Video, 4:32' },
            ]}
            tokens={120}
            otherWay="or subscribe"
            onUnlock={() => undefined}
            sentence="Locked: 12 photos and a video of 4 minutes 32 seconds, 120 tokens."
          />
        </div>
      </Shelf>
      <Shelf title="Lists">
        <div className="w-full rounded-lg bg-surface p-5 ring-1 ring-line">
          <Table
            caption="Top posts"
            rows={posts}
            keyOf={({ id }) => id}
            columns={[
              { name: 'title', title: 'Post', cell: ({ title }) => <b>{title}</b> },
              { name: 'earned', title: 'Earned', number: true, sortable: true, cell: ({ earned }) => `$${earned}` },
              { name: 'views', title: 'Views', number: true, wideOnly: true, cell: ({ views }) => views },
            ]}
          />
        </div>
      </Shelf>
      <Shelf title="Chart">
        <div className="w-full rounded-lg bg-surface p-5 ring-1 ring-line">
          <Chart label="Net earnings" times={times} series={series} format={(value) => `$${Math.round(value)}`} />
        </div>
      </Shelf>
      <Shelf title="Waiting and wanting">
        <div className="w-72">
          <UploadBar label="Upload" progress={{ sentBytes: 38_200_000, totalBytes: 61_000_000, secondsLeft: 14 }} />
        </div>
        <Skeleton className="h-20 w-72" />
        <EmptyState
          className="rounded-lg bg-surface ring-1 ring-line"
          title="Your window is dark. Follow someone and it lights up."
          action={<Button variant="primary">Explore</Button>}
        />
        <ErrorState problem={problem} safe="You were not charged." onRetry={() => undefined} />
        <div className="w-full">
          <PartialState onRetry={() => undefined}>Suggestions did not load.</PartialState>
        </div>
        <Button onClick={() => toast.success()}>
          <Bell aria-hidden="true" />
          Toast
        </Button>
        <Button onClick={() => toast.say('Message sent', { action: { label: 'Undo', run: () => undefined } })}>
          <MessageCircle aria-hidden="true" />
          Toast with action
        </Button>
        <Button onClick={() => toast.problem(new Error('?'))}>Failure</Button>
      </Shelf>
      <Shelf title="Balance">
        <div className="w-full max-w-xl">
          <BalanceCard balance={1284}>
            <Badge className="bg-white/60! text-[#1c1a14]!">Spent this month $44.00</Badge>
          </BalanceCard>
        </div>
      </Shelf>
      <Shelf title="Image">
        <ResponsiveImage
          className="w-full max-w-xl rounded-md"
          source={{ src: peaks, width: 800, height: 500, color: '#8a6f8f' }}
          alt="A range of hills at dusk"
        />
      </Shelf>
    </div>
  )
}

function Shelf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4">{title}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  )
}
