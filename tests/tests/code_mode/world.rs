//! What a program finds around it: the rule CODE-11.

use dsh_tools_tests::hosting::Hosting;

use crate::stand::{Stand, under_both_hosts};

under_both_hosts! {
    code_11_a_program_reaches_nothing_else,
}

async fn code_11_a_program_reaches_nothing_else(hosting: Hosting) {
    let stand = Stand::new(&hosting);
    let code = "return [typeof process, typeof require, typeof fetch, typeof globalThis.Deno, typeof setTimeout, this === undefined]";
    assert_eq!(
        stand.value(code).await,
        r#"["undefined","undefined","undefined","undefined","function",true]"#
    );
    stand.fails_with("return eval(\"1\")", &["code cannot be made from text"]).await;
}
