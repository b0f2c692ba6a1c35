import { Bookmark, Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmSheet } from '../../../parts/money/confirm-sheet.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The windows over a page, each behind its button. */
export function Samples() {
  const [dialog, setDialog] = useState(false)
  const [sheet, setSheet] = useState(false)
  return (
    <>
      <Button onClick={() => setDialog(true)}>Dialog</Button>
      <Button onClick={() => setSheet(true)}>Check and pay</Button>
      <Menu
        trigger={<Button>Menu</Button>}
        actions={[
          { label: 'Bookmark', icon: <Bookmark /> },
          { label: 'Report', icon: <Flag />, to: '/report' },
          null,
          { label: 'Delete', icon: <Trash2 />, danger: true },
        ]}
      />
      <Tooltip content="Released eight days after it was earned">
        <Button variant="outline">Tooltip</Button>
      </Tooltip>
      <Dialog
        open={dialog}
        onOpenChange={setDialog}
        title="Delete this post?"
        description="41 people who bought it keep their copy."
        footer={
          <div className="flex justify-end gap-2">
            <Button onClick={() => setDialog(false)}>Keep it</Button>
            <Button variant="danger">Delete</Button>
          </div>
        }
      >
        <p className="text-ink-2">It disappears from your page at once.</p>
      </Dialog>
      <ConfirmSheet
        open={sheet}
        onOpenChange={setSheet}
        get={{ title: '540 tokens', detail: '500, and 40 free with this package' }}
        lines={[
          { label: 'Package', amount: '$50.00' },
          { label: 'Coupon KILN10, 10% off', amount: '−$5.00', saving: true },
          { label: 'Tax', amount: '$0.00' },
        ]}
        total="$45.00"
        balanceAfter={1824}
        action="Pay $45.00"
        steps={['Review', 'Bank confirmation', 'Tokens added']}
        request={{}}
        onConfirm={async (_request, _key, step) => {
          await wait(1200)
          step(2)
          await wait(900)
        }}
      />
    </>
  )
}
