// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// A test token that speaks like Tether's on Ethereum: its words and events, none of its code. Its supply grows and
/// shrinks by issue and redeem without a Transfer, transfer returns nothing, and the events of its list are not indexed.
contract TetherLike {
    string public constant name = "Tether-like test token";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;

    address public owner;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isBlackListed;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Issue(uint256 amount);
    event Redeem(uint256 amount);
    event AddedBlackList(address _user);
    event RemovedBlackList(address _user);
    event DestroyedBlackFunds(address _blackListedUser, uint256 _balance);

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    /// The code is put at the address the catalogue names, where no constructor runs: whoever comes first owns it.
    function begin() external {
        require(owner == address(0), "owned");
        owner = msg.sender;
    }

    function transfer(address to, uint256 value) external {
        require(!isBlackListed[msg.sender], "blacklisted");
        require(balanceOf[msg.sender] >= value, "balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }

    function issue(uint256 amount) external onlyOwner {
        balanceOf[owner] += amount;
        totalSupply += amount;
        emit Issue(amount);
    }

    function redeem(uint256 amount) external onlyOwner {
        balanceOf[owner] -= amount;
        totalSupply -= amount;
        emit Redeem(amount);
    }

    function addBlackList(address user) external onlyOwner {
        isBlackListed[user] = true;
        emit AddedBlackList(user);
    }

    function removeBlackList(address user) external onlyOwner {
        isBlackListed[user] = false;
        emit RemovedBlackList(user);
    }

    function destroyBlackFunds(address user) external onlyOwner {
        require(isBlackListed[user], "not blacklisted");
        uint256 funds = balanceOf[user];
        balanceOf[user] = 0;
        totalSupply -= funds;
        emit DestroyedBlackFunds(user, funds);
    }
}
