/**
 * Written in the JavaScript of the oldest browser that opens the dashboard, and short, because every page contains it. The page's
 * other scripts may fail to load, so it never takes a shortcut of the browser's (but Ctrl or ⌘ K), or a key typed into a field.
 * The AltGr key of Windows, which types letters, is reported as Ctrl and Alt.
 */
export const EARLY_KEYS_SCRIPT = `addEventListener("keydown",function f(e){
var d=document.documentElement.dataset,k=e.key||"",c=e.ctrlKey||e.metaKey,t=e.target;
if("listens"in d)return removeEventListener("keydown",f);
if(c&&k.toLowerCase()=="k")d.early="";
else if(!("early"in d)||c&&!e.altKey||/^(input|textarea|select)$/i.test(t.tagName)||t.isContentEditable)return;
else if(k=="Escape")delete d.early;
else if(k.length==1)d.early+=k;
else return;
e.preventDefault()})`;
