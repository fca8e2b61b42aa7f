import { headers } from "next/headers";

/**
 * Written in the JavaScript of the oldest browser that opens the dashboard, and short, because every page contains it. The page's
 * other scripts may fail to load, so it never takes a shortcut of the browser's (but Ctrl or ⌘ K), or a key typed into a field.
 * The AltGr key of Windows, which types letters, is reported as Ctrl and Alt.
 */
const EARLY_KEYS_SCRIPT = `addEventListener("keydown",function f(e){
var d=document.documentElement.dataset,k=e.key||"",c=e.ctrlKey||e.metaKey,t=e.target;
if("listens"in d)return removeEventListener("keydown",f);
if(c&&k.toLowerCase()=="k")d.early="";
else if(!("early"in d)||c&&!e.altKey||/^(input|textarea|select)$/i.test(t.tagName)||t.isContentEditable)return;
else if(k=="Escape")delete d.early;
else if(k.length==1)d.early+=k;
else return;
e.preventDefault()})`;

/**
 * Takes Ctrl or ⌘ K, and what is typed after it, from a page whose scripts are still on their way: a browser would search the web
 * with it. `Shortcuts` then opens the menu with what stands in `data-early`, and says by `data-listens` that it listens itself.
 */
export async function EarlyKeys() {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: EARLY_KEYS_SCRIPT }} />;
}
