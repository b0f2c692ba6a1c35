/** How the overlay looks. What lies behind it may be bright or dark: everything has a ground of its own. */
export const style = `
:root { --ground: rgb(20 13 16 / 0.82); --ink: #fff; --mark: #ff5c8a; }
* { box-sizing: border-box; margin: 0; padding: 0; }
html, body { height: 100%; background: transparent; overflow: hidden; color: var(--ink); }
body { font: 600 clamp(16px, 2.2vmin, 26px) / 1.35 system-ui, sans-serif; display: flex; flex-direction: column; gap: 0.8em; padding: 3vmin; }
bdi, p, li { overflow-wrap: anywhere; }
#alert { min-height: 0; flex: 1; display: grid; place-items: start center; }
.tip { background: var(--ground); border-radius: 1em; border-block-start: 0.25em solid var(--mark); padding: 0.8em 1.4em; text-align: center;
  max-width: min(34em, 100%); animation: in 0.5s ease-out; }
.tip.leaving { animation: out 0.5s ease-in forwards; }
.tip small { display: block; font-size: 0.8em; font-weight: 500; }
.tip .who { font-size: 1.5em; font-weight: 800; line-height: 1.2; }
.tip .amount, #chat .amount { font-weight: 800; color: #ffd166; white-space: nowrap; }
.tip .amount { font-size: 1.5em; }
.amount::before { content: ''; display: inline-block; width: 0.7em; height: 0.7em; margin-inline-end: 0.3em; border-radius: 50%; background: #ffd166;
  box-shadow: inset 0 0 0 0.14em #b8860b; }
.tip p { font-weight: 500; margin-block-start: 0.3em; }
#goal:empty, #chat:empty { display: none; }
#goal { background: var(--ground); border-radius: 0.8em; padding: 0.6em 0.9em; max-width: 26em; }
#goal div { display: flex; justify-content: space-between; gap: 1em; }
#goal .count { font-variant-numeric: tabular-nums; white-space: nowrap; }
#goal progress { appearance: none; display: block; width: 100%; height: 0.5em; margin-block-start: 0.4em; border: 0; border-radius: 1em; overflow: hidden; background: rgb(255 255 255 / 0.25); }
#goal progress::-webkit-progress-bar { background: transparent; }
#goal progress::-webkit-progress-value { background: var(--mark); }
#goal progress::-moz-progress-bar { background: var(--mark); }
#chat { list-style: none; display: grid; gap: 0.35em; justify-items: start; max-width: 26em; }
#chat li { background: var(--ground); border-radius: 0.7em; padding: 0.3em 0.7em; font-weight: 500; max-width: 100%; animation: in 0.3s ease-out; }
#chat b { font-weight: 800; }
@keyframes in { from { opacity: 0; transform: translateY(0.8em); } }
@keyframes out { to { opacity: 0; transform: translateY(-0.8em); } }
@media (prefers-reduced-motion: reduce) { .tip, .tip.leaving, #chat li { animation: none; } }
`
